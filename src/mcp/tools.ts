/** The table of all tools. */
import type { McpTool } from './tool.js'
import { auditTools } from './tools/audit.js'
import { faultTools } from './tools/faults.js'
import { readTools } from './tools/read-memories.js'
import { repairTools } from './tools/repairs.js'
import { stepTools } from './tools/steps.js'
import { writeTools } from './tools/write-memories.js'

/** All tools, in the order in which they are listed. */
export const tools: readonly McpTool[] = [...readTools, ...writeTools, ...stepTools, ...faultTools, ...auditTools, ...repairTools]
