import type { $ZodIssue, $ZodRawIssue } from 'zod/v4/core'
import type { FileProblem } from '../../../system/runner-api/service-checker.ts'

/** How a schema is asked: it says what it was given, and which keys there are where one is unknown. */
export const IN_SENTENCES = {
  reportInput: true,
  error: (issue: $ZodRawIssue) => (issue.code === 'unrecognized_keys' ? knownKeys(issue.inst) : undefined),
}

/** `is_unknown_key`: the rest is right without it. */
export type SchemaProblem = FileProblem & { is_unknown_key?: true }

/** Lists the problems that a schema finds, in sentences. */
export function schemaProblems({ issues }: { issues: readonly $ZodIssue[] }): SchemaProblem[] {
  return issues.flatMap((issue) => toProblems(issue, []))
}

function knownKeys(schema: unknown): string {
  const shape: unknown = typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'shape') : undefined
  const keys = typeof shape === 'object' && shape !== null ? Object.keys(shape) : []
  return `is not a key of the format. There are ${keys.filter((key) => !key.startsWith('$')).join(', ')}.`
}

const MISSING = 'is missing.'

/** A union is wrong in as many ways as it has members: the one that is nearest says what is meant. */
function toProblems(issue: $ZodIssue, base: FileProblem['path']): SchemaProblem[] {
  const path = [...base, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key], message: issue.message, is_unknown_key: true }))
    case 'invalid_key':
      return issue.issues.map(({ message }) => ({ path, message }))
    case 'invalid_union':
      return (
        nearestMember(
          issue.errors.map((issues) => issues.flatMap((each) => toProblems(each, path))),
          path,
        ) ?? [{ path, message: issue.message }]
      )
    default:
      return [{ path, message: sentence(issue) }]
  }
}

/** The member whose own keys are all there; null if the value is of another kind altogether. */
function nearestMember(members: readonly SchemaProblem[][], path: FileProblem['path']): SchemaProblem[] | null {
  const near = members.filter(
    (problems) =>
      problems.length > 0 &&
      problems.every((each) => each.path.length > path.length) &&
      !problems.some((each) => each.path.length === path.length + 1 && each.message === MISSING),
  )
  return near.toSorted((a, b) => a.length - b.length)[0] ?? fullestMember(members, path)
}

/** The member of the value's kind that lacks least; one that would be known by a key with $ was not meant. */
function fullestMember(members: readonly SchemaProblem[][], path: FileProblem['path']): SchemaProblem[] | null {
  const isMarked = ({ path: at, message }: SchemaProblem) => message === MISSING && String(at.at(-1)).startsWith('$')
  const [first, second] = members
    .filter((problems) => problems.every((each) => each.path.length > path.length) && !problems.some(isMarked))
    .toSorted((a, b) => a.length - b.length)
  return first !== undefined && first.length !== second?.length ? first : null
}

/** Says what to do, for rules that say no more than that something is wrong. */
function sentence(issue: $ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? MISSING : `must be ${KIND_WORDS[issue.expected] ?? issue.expected}.`
    case 'too_small':
      if (issue.message !== GENERIC) return issue.message
      return `must be at least ${issue.minimum}${unit(issue.origin)}.`
    case 'too_big':
      return `must be at most ${issue.maximum}${unit(issue.origin)}.`
    case 'invalid_value':
      if (issue.message !== GENERIC) return issue.message
      return issue.input === undefined ? MISSING : `must be ${issue.values.join(' or ')}.`
    default:
      return issue.message
  }
}

const GENERIC = 'Invalid input'
const KIND_WORDS: Record<string, string> = {
  string: 'a text',
  object: 'an object',
  array: 'a list',
  int: 'a whole number',
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long'
  return origin === 'array' ? ' long' : ''
}
