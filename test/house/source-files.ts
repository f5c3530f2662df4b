/** The files of the project, as the tests of its house rules look at them. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceFile {
  /** From the top of the project, with slashes. */
  path: string
  text: string
}

/** What .gitignore names, and git's own; without asking git, which a machine with Node only may lack. */
const ignored = new Set(['.git', 'node_modules', 'dist', '.emend', '.env'])

/** All files below these folders of the project, sorted by path. */
export function projectFiles(...folders: string[]): SourceFile[] {
  return (folders.length > 0 ? folders : ['.']).flatMap((folder) => pathsBelow(folder)).map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

function pathsBelow(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return statSync(folder, { throwIfNoEntry: false }) ? [folder] : []
  return readdirSync(folder).filter((name) => !ignored.has(name) && !name.endsWith('.tgz')).sort()
    .flatMap((name) => pathsBelow(folder === '.' ? name : join(folder, name).replaceAll('\\', '/')))
}

/** Lines of a text that ends with a line end. */
export const lineCount = (text: string) => text.split('\n').length - 1
