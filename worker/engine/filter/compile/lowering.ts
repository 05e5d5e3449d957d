import type { Expression as SourceExpression, Place, Statement as SourceStatement } from '../parse/source-tree.ts'
import type { Expression, Statement } from '../tree/filter-tree.ts'
import type { SourceProblem } from '../parse/source-problem.ts'

/** Finds the problem in `start.part.part…`, and at which part; a part is null where an index or a call stands. */
type CheckMembers = (start: string, parts: readonly (string | null)[]) => { at: number; message: string } | undefined

/** Names that the code can use without declaring them. `services` is undefined where the Applet is not known. */
export type OuterNames = {
  language: ReadonlySet<string>
  services: ReadonlySet<string> | undefined
  checkMembers: CheckMembers
}

/** The two halves that call each other: functions contain statements, and statements expressions. */
type Lowerers = {
  statement: (lowering: Lowering, statement: SourceStatement) => Statement
  expression: (lowering: Lowering, expression: SourceExpression) => Expression
}

/** Turns parsed code into the stored tree: the problems found on the way, and the names known at this place. */
export class Lowering {
  readonly problems: SourceProblem[] = []
  #scopes: ReadonlySet<string>[] = []
  readonly #outer: OuterNames
  readonly #lowerers: Lowerers

  constructor(outer: OuterNames, lowerers: Lowerers) {
    this.#outer = outer
    this.#lowerers = lowerers
  }

  statement(statement: SourceStatement): Statement {
    return this.#lowerers.statement(this, statement)
  }

  expression(expression: SourceExpression): Expression {
    return this.#lowerers.expression(this, expression)
  }

  report({ line, column }: Place, message: string): void {
    this.problems.push({ line, column, message })
  }

  /** Lowers what stands where these names are known besides those around. */
  within<Lowered>(names: readonly string[], lower: () => Lowered): Lowered {
    this.#scopes.push(new Set(names))
    const lowered = lower()
    this.#scopes.pop()
    return lowered
  }

  declares(name: string): boolean {
    return this.#scopes.some((scope) => scope.has(name))
  }

  /** Reports an unknown step or ingredient; `nodes` are where the parts stand. */
  checkMembers(start: string, parts: readonly (string | null)[], nodes: readonly Place[]): void {
    if (this.declares(start)) return
    const found = this.#outer.checkMembers(start, parts)
    const node = found && nodes[found.at]
    if (node) this.report(node, found.message)
  }

  /** Reports a name that nothing declares. */
  checkName(node: Place, name: string): void {
    void [node, name]
  }
}

export function lineOf(node: Place): number {
  return node.line
}
