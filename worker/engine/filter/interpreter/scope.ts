import type { FilterRun } from '../values/filter-run.ts'
import type { Value } from '../values/values.ts'
import type { Expression, Statement } from '../tree/filter-tree.ts'

/** How a statement ended. */
export type Completion = 'normal' | 'break' | 'continue' | 'return'

/** The two halves of the interpreter, which call each other. */
type Machine = {
  evaluate: (run: FilterRun, expression: Expression, scope: Scope) => Value
  execute: (run: FilterRun, statement: Statement, scope: Scope) => Completion
}

type Variable = { value: Value; state: 'waiting' | 'open' | 'constant' }

/** Variables of a block or function, within those around it. */
export class Scope {
  readonly #variables = new Map<string, Variable>()
  readonly #outer: Scope | undefined
  readonly machine: Machine

  constructor(outer: Scope | Machine) {
    this.#outer = outer instanceof Scope ? outer : undefined
    this.machine = outer instanceof Scope ? outer.machine : outer
  }

  /** Makes names known that get their value where they are declared. */
  await(names: readonly string[]): void {
    for (const name of names) this.#variables.set(name, { value: undefined, state: 'waiting' })
  }

  declare(name: string, value: Value, constant = false): void {
    this.#variables.set(name, { value, state: constant ? 'constant' : 'open' })
  }

  has(name: string): boolean {
    return this.#variables.has(name)
  }

  /** The value of a name, or ReferenceError. */
  read(run: FilterRun, name: string): Value {
    const variable = this.#find(name)
    if (!variable) return run.fail(`“${name}” is not defined.`, 'ReferenceError')
    if (variable.state === 'waiting') run.fail(`“${name}” is used before it is declared.`, 'ReferenceError')
    return variable.value
  }

  isKnown(name: string): boolean {
    return this.#find(name) !== undefined
  }

  assign(run: FilterRun, name: string, value: Value): void {
    const variable = this.#find(name)
    if (!variable) return run.fail(`“${name}” is not defined.`, 'ReferenceError')
    if (variable.state === 'waiting') run.fail(`“${name}” is used before it is declared.`, 'ReferenceError')
    if (variable.state === 'constant') run.fail(`“${name}” is a constant and cannot be changed.`)
    variable.value = value
  }

  /** The same variables with their present values, for the next turn of a loop. */
  copy(run: FilterRun): Scope {
    run.allocate(16)
    const copy = new Scope(this.#outer ?? this.machine)
    for (const [name, { value, state }] of this.#variables) copy.#variables.set(name, { value, state })
    return copy
  }

  #find(name: string): Variable | undefined {
    let variable = this.#variables.get(name)
    for (let outer = this.#outer; !variable && outer; outer = outer.#outer) variable = outer.#variables.get(name)
    return variable
  }
}
