// Defaults of the commands that carry snapshots between machines.

/** Pieces on their way at one time. */
export const connectionsDefault = 4;
/** Snapshots that stay where they are published. */
export const keepDefault = 3;
