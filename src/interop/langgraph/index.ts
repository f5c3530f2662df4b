/** `emend/langgraph`. */
export { EmendCallbackHandler } from './callback-handler.js'
export { EmendStore, type EmendStoreOptions } from './store.js'
