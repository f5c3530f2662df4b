/** An explanation as a tree that a person can read. */
import type { Decision, Explanation, NamedNode, NamedProof, PathNode } from './explain.js'

interface Branch {
  text: string
  below?: Branch[]
}

/**
 * Draw an explanation: status, faults, decisions with paths and proofs, history.
 *
 * @param width characters of content that are shown of each node
 * @returns lines joined by newlines, without one at the end
 */
export function explanationTree(explanation: Explanation, width = 72): string {
  const { node, faults, replacements, decisions, history } = explanation
  const state = node.status === null ? node.validity ?? '' : node.status + (node.isWithheld ? ', withheld' : '')
  const branches: Branch[] = [
    ...faults.map((fault) => ({
      text: `fault ${fault.faultId} names it (${fault.detector}; ${fault.state}${fault.repairId === null ? '' : `, repair ${fault.repairId}`})`,
    })),
    ...(node.isStaleAnswer ? [{ text: 'stale: it is made again when somebody asks for it' }] : []),
    ...replacements.map((other) => ({
      text: `repair ${other.repairId} put ${other.isOlder ? `it in the place of ${other.node.id}` : `${other.node.id} in its place`}  ${quote(other.node, width)}`,
    })),
    ...(decisions.length + replacements.length > 0 ? decisions.map((decision) => decided(decision, width)) : [{ text: 'no repair has looked at it' }]),
  ]
  if (history.length > 0) {
    branches.push({
      text: 'history',
      below: history.map((row) => ({
        text: [
          row.at.toISOString(), row.actor, row.action, row.from === null && row.to === null ? '' : `${row.from ?? '-'} -> ${row.to ?? '-'}`,
          row.rule ?? '', row.reason ?? '', row.repairId === null ? '' : `(repair ${row.repairId})`,
        ].filter(Boolean).join('  '),
      })),
    })
  }
  return [`${node.id}  ${node.kind}${state ? `  [${state}]` : ''}  ${quote(node, width)}`, ...draw(branches, '')].join('\n')
}

function decided(decision: Decision, width: number): Branch {
  const below: Branch[] = []
  if (decision.pathFromFault.length > 0) {
    below.push({ text: 'affected: the fault reaches it', below: path(decision.pathFromFault, width) })
  } else if (decision.isAffected) {
    below.push({ text: 'affected: by what it did not see, or as the step behind the fault' })
  } else {
    below.push({ text: 'not affected: a neighbour that the repair needs' })
  }
  if (decision.proof) below.push(proven(decision, decision.proof, width))
  if (decision.pathFromRoot.length > 0) {
    below.push({ text: 'evidence that the repair left in place', below: path(decision.pathFromRoot, width) })
  }
  return {
    text: `repair ${decision.repairId} (${decision.repairState}): ${decision.disposition} by ${decision.rule}${
      decision.isInvalid ? ', invalid' : ''} - ${decision.reason}`,
    below,
  }
}

const verdicts: Record<NamedProof['kind'], string> = {
  faulty: 'falls: it is diagnosed as faulty',
  premises: 'stands: all of its evidence is clean',
  covered: 'stands: clean evidence holds every fact it states',
  uncovered: 'falls: no clean evidence holds some of its facts',
  no_clean_premise: 'falls: none of its evidence is clean',
  no_clean_justification: 'falls: each of its justifications leans on something withdrawn',
  consequence: 'stays: it records what really happened',
  unchecked: 'falls: the support check is switched off',
  inherited: 'as its plan or action',
  reexecuted: 'read again over the repaired store',
  path: 'stands: a path leads to a trusted root',
}

function proven(decision: Decision, proof: NamedProof, width: number): Branch {
  const verdict = proof.kind === 'premises' && proof.justification !== undefined
    ? `stands: its justification ${proof.justification} is clean` : verdicts[proof.kind]
  return {
    text: proof.kind === 'inherited' || proof.kind === 'reexecuted' ? `${decision.isSupported ? 'stands' : 'falls'}: ${verdict}` : verdict,
    below: [
      ...proof.facts.map(({ fact, by }) => ({ text: by === null ? `lacks support: ${fact}` : `${fact}: ${isEvidence(proof, by) ? 'found in' : 'named as in'} ${by}` })),
      ...proof.nodes.map(({ role, node }) => ({ text: `${role}: ${node.id}  ${node.kind}  ${quote(node, width)}` })),
    ],
  }
}

const isEvidence = (proof: NamedProof, id: string): boolean => proof.nodes.some(({ role, node }) => role === 'clean' && node.id === id)

/** Each node of a path below the one before it. */
function path(nodes: PathNode[], width: number): Branch[] {
  return nodes.reduceRight<Branch[]>((below, node) => [{
    text: `${node.label === null ? '' : `-${node.label}-> `}${node.id}  ${node.kind}  ${quote(node, width)}`, below,
  }], [])
}

function quote(node: NamedNode, width: number): string {
  const line = node.content.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? '' : `"${line.length > width ? `${line.slice(0, width - 1)}…` : line}"`
}

function draw(branches: Branch[], margin: string): string[] {
  return branches.flatMap((branch, index) => {
    const isLast = index === branches.length - 1
    return [
      `${margin}${isLast ? '└─ ' : '├─ '}${branch.text}`,
      ...draw(branch.below ?? [], margin + (isLast ? '   ' : '│  ')),
    ]
  })
}
