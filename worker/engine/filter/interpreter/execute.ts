import { iterate } from '../natives/iterate.ts'
import { keysOf } from '../natives/members.ts'
import { strictEquals } from '../values/convert.ts'
import { FilterThrow, type FilterRun } from '../values/filter-run.ts'
import type { Value } from '../values/values.ts'
import type { Statement } from '../tree/filter-tree.ts'
import { evaluate } from './evaluate.ts'
import { makeFunction } from './functions.ts'
import { assignPattern } from './patterns.ts'
import { Scope, type Completion } from './scope.ts'

type Node<Kind extends Statement[0]> = Extract<Statement, readonly [Kind, ...unknown[]]>

export function execute(run: FilterRun, statement: Statement, scope: Scope): Completion {
  run.spend(1)
  run.line = statement[1]
  run.enter()
  const completion = executeDeeper(run, statement, scope)
  run.leave()
  return completion
}

function executeDeeper(run: FilterRun, node: Statement, scope: Scope): Completion {
  switch (node[0]) {
    case 'do':
      evaluate(run, node[2], scope)
      return 'normal'
    case 'declare':
      return executeDeclare(run, node, scope)
    case 'function':
      scope.declare(node[2][0], makeFunction(run, node[2], scope, false))
      return 'normal'
    case 'block':
      return executeBody(run, node[3], inner(run, scope, node[2]))
    case 'if':
      return executeIf(run, node, scope)
    case 'for':
      return executeFor(run, node, scope)
    case 'each':
      return executeEach(run, node, scope)
    case 'while':
      return executeWhile(run, node, scope)
    case 'switch':
      return executeSwitch(run, node, scope)
    case 'return':
      run.returned = node[2] ? evaluate(run, node[2], scope) : undefined
      return 'return'
    case 'throw':
      return executeThrow(run, node, scope)
    case 'try':
      return executeTry(run, node, scope)
    case 'break':
    case 'continue':
      return node[0]
    default:
      return node satisfies never
  }
}

/** A scope of its own where a block declares names. */
function inner(run: FilterRun, scope: Scope, names: readonly string[]): Scope {
  if (names.length === 0) return scope
  run.allocate(32)
  const made = new Scope(scope)
  made.await(names)
  return made
}

export function executeBody(run: FilterRun, body: readonly Statement[], scope: Scope): Completion {
  for (const statement of body) {
    const completion = execute(run, statement, scope)
    if (completion !== 'normal') return completion
  }
  return 'normal'
}

function executeDeclare(run: FilterRun, [, , how, declared]: Node<'declare'>, scope: Scope): Completion {
  for (const [target, expression] of declared) {
    if (expression || how !== 'var') {
      assignPattern(run, target, expression ? evaluate(run, expression, scope) : undefined, scope, how)
    }
  }
  return 'normal'
}

function executeIf(run: FilterRun, [, , cases, otherwise]: Node<'if'>, scope: Scope): Completion {
  for (const [test, body] of cases) {
    if (evaluate(run, test, scope)) return execute(run, body, scope)
  }
  return otherwise ? execute(run, otherwise, scope) : 'normal'
}

function executeFor(run: FilterRun, [, , names, start, test, update, body]: Node<'for'>, scope: Scope): Completion {
  let turn = inner(run, scope, names)
  if (start) execute(run, start, turn)
  for (;;) {
    run.spend(1)
    if (test && !evaluate(run, test, turn)) return 'normal'
    const completion = execute(run, body, turn)
    if (completion === 'break') return 'normal'
    if (completion === 'return') return completion
    // Each turn has variables of its own, which functions made in it keep.
    if (names.length > 0) turn = turn.copy(run)
    if (update) evaluate(run, update, turn)
  }
}

function executeEach(run: FilterRun, node: Node<'each'>, scope: Scope): Completion {
  const [, line, names, over, how, target, source, body] = node
  const from = evaluate(run, source, inner(run, scope, names))
  run.line = line
  for (const item of over === 'values' ? iterate(run, from) : namesIn(run, from)) {
    run.spend(1)
    const turn = inner(run, scope, names)
    assignPattern(run, target, item, turn, how)
    const completion = execute(run, body, turn)
    if (completion === 'break') return 'normal'
    if (completion === 'return') return completion
  }
  return 'normal'
}

function namesIn(run: FilterRun, value: Value): string[] {
  return value === undefined || value === null ? [] : keysOf(run, value)
}

function executeWhile(run: FilterRun, [, , test, body, testFirst]: Node<'while'>, scope: Scope): Completion {
  if (testFirst && !evaluate(run, test, scope)) return 'normal'
  do {
    run.spend(1)
    const completion = execute(run, body, scope)
    if (completion === 'break') return 'normal'
    if (completion === 'return') return completion
  } while (evaluate(run, test, scope))
  return 'normal'
}

function executeSwitch(run: FilterRun, [, , names, subject, cases]: Node<'switch'>, scope: Scope): Completion {
  const value = evaluate(run, subject, scope)
  const within = inner(run, scope, names)
  let start = cases.findIndex(([test]) => test && strictEquals(run, value, evaluate(run, test, within)))
  if (start < 0) start = cases.findIndex(([test]) => !test)
  if (start < 0) return 'normal'
  // Functions stand first in their part, and may be called from another one.
  for (const [, body] of cases) {
    for (const statement of body) if (statement[0] === 'function') execute(run, statement, within)
  }
  for (const [, body] of cases.slice(start)) {
    const completion = executeBody(run, body, within)
    if (completion === 'break') return 'normal'
    if (completion !== 'normal') return completion
  }
  return 'normal'
}

function executeThrow(run: FilterRun, [, line, expression]: Node<'throw'>, scope: Scope): never {
  const value = evaluate(run, expression, scope)
  throw new FilterThrow(value, line)
}

function executeTry(run: FilterRun, [, , body, caught, last]: Node<'try'>, scope: Scope): Completion {
  const { nesting, calls } = run
  const restore = () => {
    run.nesting = nesting
    run.calls = calls
  }
  let completion: Completion
  try {
    completion = executeCaught(run, body, caught, scope, restore)
  } catch (error) {
    // Spent fuel ends the code as it is; only what the code throws may be followed by `finally`.
    if (!(error instanceof FilterThrow) || !last) throw error
    restore()
    const ending = execute(run, last, scope)
    if (ending === 'normal') throw error
    return ending
  }
  if (!last) return completion
  const { returned } = run
  const ending = execute(run, last, scope)
  if (ending !== 'normal') return ending
  run.returned = returned
  return completion
}

function executeCaught(
  run: FilterRun,
  body: Statement,
  caught: Node<'try'>[3],
  scope: Scope,
  restore: () => void,
): Completion {
  if (!caught) return execute(run, body, scope)
  try {
    return execute(run, body, scope)
  } catch (error) {
    if (!(error instanceof FilterThrow)) throw error
    restore()
    const [names, target, handler] = caught
    const within = inner(run, scope, names)
    if (target) assignPattern(run, target, error.value, within, 'let')
    return execute(run, handler, within)
  }
}
