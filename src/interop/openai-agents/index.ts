/** `emend/openai-agents`. */
export { EmendSession, type EmendSessionOptions } from './session.js'
export { EmendTraceProcessor, type EmendTraceProcessorOptions } from './trace-processor.js'
