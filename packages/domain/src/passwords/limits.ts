/** For new and reset passwords, and at login. Spec 1 §9; it overrides the 6 of the reset screen. */
export const PASSWORD_MINIMUM_CHARACTERS = 8;
export const PASSWORD_MAXIMUM_CHARACTERS = 100;
