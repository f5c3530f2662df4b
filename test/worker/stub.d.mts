import type { Model } from '../../src/llm/contracts.js'
import type { ToolRegistry } from '../../src/tools/contract.js'
import type { EffectClass } from '../../src/vocabulary.js'

export function stubModel(log: string): Model
export function stubTools(log: string, effect: EffectClass): ToolRegistry
