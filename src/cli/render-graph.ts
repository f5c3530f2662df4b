/** The affected part of the graph as a tree of text: each node below the latest one that it depends on. */
import type { TracedNode } from '../index.js'

/** How much of a content is shown, in characters. */
const contentWidth = 64

/**
 * Draw nodes and what leads to them.
 *
 * @param nodes in the order of the clock, as `trace` returns them
 * @param mark what to write beside a node, like its disposition
 */
export function graphText(nodes: TracedNode[], mark: (id: string) => string = () => ''): string {
  const below = new Map<string, TracedNode[]>()
  const roots: TracedNode[] = []
  const seen = new Set<string>()
  for (const node of nodes) {
    const parent = node.from.filter(({ id }) => seen.has(id)).at(-1)?.id
    if (parent === undefined) roots.push(node)
    else below.set(parent, [...(below.get(parent) ?? []), node])
    seen.add(node.id)
  }
  const lines: string[] = []
  const draw = (node: TracedNode, indent: string, branch: string, parent: string | undefined): void => {
    const why = node.from.find(({ id }) => id === parent)?.labels.join('+')
    const others = node.from.filter(({ id }) => id !== parent).map(({ id }) => id)
    lines.push([
      `${indent}${branch}${why === undefined ? '' : `${why}─> `}${node.id}`, node.kind, `"${shorten(node.content)}"`,
      others.length > 0 ? `(also from ${others.join(', ')})` : '', mark(node.id),
    ].filter(Boolean).join('  '))
    const children = below.get(node.id) ?? []
    children.forEach((child, index) => {
      const isLast = index === children.length - 1
      draw(child, indent + (branch === '' ? '' : branch === '└─' ? '  ' : '│ '), isLast ? '└─' : '├─', node.id)
    })
  }
  for (const root of roots) draw(root, '', '', undefined)
  return lines.join('\n')
}

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > contentWidth ? `${line.slice(0, contentWidth - 1)}…` : line
}
