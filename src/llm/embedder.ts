/** A model that places texts, however it is reached. */

/** How often to ask. */
export interface EmbedOptions {
  /** Attempts in all; default 4. */
  attempts?: number
}

/** Texts of like meaning are placed in like directions. */
export interface Embedder {
  /** Name of the model, with its dimensions where they were asked for: embeddings of two names are never compared. */
  readonly name: string
  /**
   * Place texts. Every attempt is counted; none of the texts is kept.
   *
   * @param texts 1 to 64, none of them blank; what is longer than a model takes is cut
   * @returns one embedding a text, in order, all of the same length
   * @throws EmendError `model_failed`, with the status of the endpoint, or `model_reply`
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<number[][]>
}
