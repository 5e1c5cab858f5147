/** How long a token that signs a person in may live: it is made for one click. */
export const LOGIN_JWT_MINUTES = 5;
/** How far the clock of the server that signs it may differ from ours. */
export const DRIFT_SECONDS = 60;
export const ID_MAXIMUM_CHARACTERS = 200;
