import type { Planning } from './planning.js'
import type { Proof } from './types.js'

/** The first five ids as people know them. */
export function names(planning: Planning, ids: readonly number[]): string {
  const shown = ids
    .slice(0, 5)
    .map((id) => planning.name(id))
    .join(', ')
  return ids.length > 5 ? `${shown} and ${ids.length - 5} more` : shown
}

/** A proof in words, to go after a colon. */
export function inWords(planning: Planning, proof: Proof | null): string {
  const list = (ids: readonly number[]): string => names(planning, ids)
  if (proof && 'unrecorded' in proof && proof.unrecorded && proof.unrecorded.length > 0) {
    return `says what ${list(proof.unrecorded)} says, and does not name it${proof.kind === 'uncovered' ? `; no clean evidence for ${proof.missing.slice(0, 5).join(', ')}` : ''}`
  }
  switch (proof?.kind) {
    case undefined:
      return 'not judged'
    case 'faulty':
      return 'diagnosed'
    case 'premises':
      return `stands on ${list(proof.clean)}`
    case 'covered': {
      if (proof.facts.length === 0) return 'it states nothing that would need evidence'
      const by = [...new Set(proof.facts.map((fact) => fact.by))].sort((a, b) => a - b)
      const replaced = by.filter((id) => !proof.clean.includes(id))
      const clean = list(by.filter((id) => proof.clean.includes(id)))
      return replaced.length > 0 ? `all that it says anew of what ${list(replaced)} said is in ${clean}` : `all it says is in ${clean}`
    }
    case 'uncovered':
      return proof.missing.length === 0
        ? `rests on ${list(proof.dirty)}, and exports nothing that clean evidence could hold`
        : `rests on ${list(proof.dirty)}; no clean evidence for ${proof.missing.slice(0, 5).join(', ')}`
    case 'no_clean_premise':
      return proof.dirty.length > 0 ? `rests on ${list(proof.dirty)} and nothing clean` : 'rests on nothing clean'
    case 'inherited':
      return `follows ${planning.name(proof.from)}`
    case 'reexecuted': {
      if (proof.isUnchanged) return 'reads the same again'
      if (proof.isInexact) return 'cannot be read again as it was: an embedding is missing'
      const moves = [proof.left.length > 0 ? `loses ${list(proof.left)}` : '', proof.came.length > 0 ? `gains ${list(proof.came)}` : '']
      return `read again, it ${moves.filter(Boolean).join(' and ') || 'returns something else'}`
    }
    case 'path':
      return `a path from ${planning.name(proof.path[0] ?? 0)} supports it`
    case 'consequence':
      return `records what ${list(proof.of)} did, which cannot be undone`
    default:
      return proof && 'dirty' in proof ? `rests on ${list(proof.dirty)}` : 'judged'
  }
}
