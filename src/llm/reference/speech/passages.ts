/** A turn as the sentences that its writer made, with what ends them. */

const ends = /(?<=(?<!\b(?:mr|mrs|ms|dr|st|no|prof|e\.g|i\.e))[.!?]["”)]?)\s+(?=["“(]?[\p{L}\p{N}])|(?<=[。！？!?])(?=\p{Script=Han})|\n+/iu

/** Cut a turn after its sentences. */
export function passagesOf(content: string): string[] {
  const passages = content.split(ends).map((one) => one.trim()).filter(Boolean)
  return passages.flatMap((one, at) => {
    const before = passages[at - 1]
    if (before !== undefined && isFronted(before) && !/[?？]$/.test(one)) return [`${before.slice(0, -1)}: ${one}`]
    return isFronted(one) && passages[at + 1] !== undefined && !/[?？]$/.test(passages[at + 1] as string) ? [] : [one]
  })
}

/** "Leeks? I can't stand them." names what is spoken of, and asks nothing. */
const isFronted = (one: string): boolean => /^(?!(?:my|our|what|which|who|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|shall|should|may|have|has|am|please|ok|okay|right|and|any|hello|hi|hey|really|remember)\b)[\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,2}\?$/iu.test(one) && !/\p{Script=Han}/u.test(one)
