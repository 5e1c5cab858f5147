let framed = false;

/** Whether the panel stands inside another page's frame; the start finds out once. */
export const isFramed = (): boolean => framed;
export const noteFrame = (isInFrame: boolean): void => {
  framed = isInFrame;
};
