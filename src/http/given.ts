/** What a contract has checked, without the keys that were left out: JSON knows no undefined. */
export type Given<T> = T extends readonly (infer E)[] ? Given<E>[]
  : T extends object ? { [K in keyof T]: Given<Exclude<T[K], undefined>> } : T
