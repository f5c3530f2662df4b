/** The seed of the published sets. */
export const defaultSeed = 42
