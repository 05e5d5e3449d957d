import type { Plugin } from 'rolldown'
import { parseSync, Visitor, type VisitorObject } from 'rolldown/utils'
import { blankOut, type Part } from './blank-out.ts'

type LeftOut = {
  name: string
  files: RegExp
  /** Visits a file's syntax, and says which parts of it go. */
  visit: (leave: (part: Part) => void) => VisitorObject
}

/** Leaves parts of some files out of a bundle. */
export function leaveOut({ name, files, visit }: LeftOut): Plugin {
  return {
    name,
    transform: {
      filter: { id: files },
      handler(code, id) {
        const parts: Part[] = []
        new Visitor(visit((part) => parts.push(part))).visit(parseSync(id, code).program)
        return { code: blankOut(code, parts), map: null }
      },
    },
  }
}
