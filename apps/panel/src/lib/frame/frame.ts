let framed = false;

/** Whether another page shows the panel in a frame; set once when the panel starts. */
export const isFramed = (): boolean => framed;
export const noteFrame = (isInFrame: boolean): void => {
  framed = isInFrame;
};
