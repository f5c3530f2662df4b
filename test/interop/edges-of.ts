import type { EmendTenant, ExportedEdge } from '../../src/index.js'

/** Every edge of a small tenant. */
export const edgesOf = (emend: EmendTenant): Promise<ExportedEdge[]> => emend.readRecord(async ({ edges }) => {
  const all: ExportedEdge[] = []
  for await (const edge of edges()) all.push(edge)
  return all
})
