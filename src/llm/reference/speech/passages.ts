/** A turn as the sentences that its writer made, with what ends them. */

const ends = /(?<=(?<!\b(?:mr|mrs|ms|dr|st|no|prof|e\.g|i\.e))[.!?]["”)]?)\s+(?=["“(]?[\p{L}\p{N}])|(?<=[。！？!?])(?=\p{Script=Han})|\n+/iu

/** Cut a turn after its sentences. */
export const passagesOf = (content: string): string[] => content.split(ends).map((one) => one.trim()).filter(Boolean)
