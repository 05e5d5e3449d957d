import type { DeclarationKind } from '../tree/operator-types.ts'
import { iterate } from '../natives/iterate.ts'
import { getMember, keysOf, setMember } from '../natives/members.ts'
import { toKey } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import type { Value } from '../values/values.ts'
import type { Part, Pattern } from '../tree/filter-tree.ts'
import type { Scope } from './scope.ts'

/** A pattern within a pattern takes the stack of about three expressions. */
const STACK_LEVELS = 3

/** Gives a value to what stands on the left: `how` declares new names, null assigns to what is there. */
export function assignPattern(
  run: FilterRun,
  pattern: Pattern,
  value: Value,
  scope: Scope,
  how: DeclarationKind | null,
): void {
  switch (pattern[0]) {
    case 'to-name':
      if (how === 'let' || how === 'const') scope.declare(pattern[2], value, how === 'const')
      else scope.assign(run, pattern[2], value)
      return
    case 'to-member': {
      const [, line, of, key] = pattern
      const target = scope.machine.evaluate(run, of, scope)
      const name = scope.machine.evaluate(run, key, scope)
      run.line = line
      return setMember(run, target, name, value)
    }
    case 'to-items':
      run.enter(STACK_LEVELS)
      assignItems(run, pattern, value, scope, how)
      return run.leave(STACK_LEVELS)
    case 'to-fields':
      run.enter(STACK_LEVELS)
      assignFields(run, pattern, value, scope, how)
      return run.leave(STACK_LEVELS)
    default:
      pattern satisfies never
  }
}

export function assignPart(
  run: FilterRun,
  [target, otherwise]: Part,
  value: Value,
  scope: Scope,
  how: DeclarationKind | null,
): void {
  run.spend(1)
  const given = value === undefined && otherwise ? scope.machine.evaluate(run, otherwise, scope) : value
  assignPattern(run, target, given, scope, how)
}

function assignItems(
  run: FilterRun,
  [, line, parts, rest]: Extract<Pattern, readonly ['to-items', ...unknown[]]>,
  value: Value,
  scope: Scope,
  how: DeclarationKind | null,
): void {
  run.line = line
  const source = iterate(run, value)
  const next = (): Value => {
    const { done, value: item } = source.next()
    return done ? undefined : item
  }
  if (parts.length === 0 && !rest) next()
  for (const part of parts) {
    const item = next()
    if (part) assignPart(run, part, item, scope, how)
  }
  if (rest) assignPattern(run, rest, run.array([...source]), scope, how)
}

function assignFields(
  run: FilterRun,
  [, line, fields, rest]: Extract<Pattern, readonly ['to-fields', ...unknown[]]>,
  value: Value,
  scope: Scope,
  how: DeclarationKind | null,
): void {
  run.line = line
  if (value === undefined || value === null) run.fail(`Cannot take fields of ${String(value)}.`)
  const taken = new Set<string>()
  for (const [key, part] of fields) {
    const name = toKey(run, scope.machine.evaluate(run, key, scope))
    taken.add(name)
    assignPart(run, part, getMember(run, value, name), scope, how)
  }
  if (!rest) return
  const left = keysOf(run, value).filter((name) => !taken.has(name))
  assignPattern(run, rest, run.record(left.map((name) => [name, getMember(run, value, name)] as const)), scope, how)
}
