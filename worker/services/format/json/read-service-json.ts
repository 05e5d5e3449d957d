import type { $ZodIssue } from 'zod/v4/core'
import { definitionProblems } from '../definition-problems.ts'
import type { ServiceDefinition } from '../service-definition.ts'
import { sampleProblems } from './sample-problems.ts'
import { toDefinition } from './parse-service-json.ts'
import { serviceJson, type JsonProblem } from './service-json.ts'
import { serviceJsonProblems, type Surroundings } from './service-json-problems.ts'

type ReadService = { kind: 'service'; definition: ServiceDefinition } | { kind: 'wrong'; problems: JsonProblem[] }

/**
 * A service from its JSON file (`switchyard-service-1`), or all that is wrong with it. Each step is tried with its
 * sample; nothing is sent anywhere.
 */
export async function readServiceJson(document: unknown, surroundings: Surroundings): Promise<ReadService> {
  const parsed = serviceJson.safeParse(document, { reportInput: true })
  if (!parsed.success) return { kind: 'wrong', problems: schemaProblems(parsed.error) }
  const definition = toDefinition(parsed.data)
  const written = [...definitionProblems(definition).map(placed), ...serviceJsonProblems(parsed.data, surroundings)]
  const problems = written.length > 0 ? written : await sampleProblems(definition)
  return problems.length > 0 ? { kind: 'wrong', problems } : { kind: 'service', definition }
}

/** Lists the problems that a schema finds, in sentences. */
export function schemaProblems({ issues }: { issues: readonly $ZodIssue[] }): JsonProblem[] {
  return issues.flatMap((issue) => toProblems(issue, []))
}

const MISSING = 'is missing.'

/** A union is wrong in as many ways as it has members: the one that is nearest says what is meant. */
function toProblems(issue: $ZodIssue, base: JsonProblem['path']): JsonProblem[] {
  const path = [...base, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: 'is not a key of the format. Check its spelling.',
      }))
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
function nearestMember(members: readonly JsonProblem[][], path: JsonProblem['path']): JsonProblem[] | null {
  const near = members.filter(
    (problems) =>
      problems.length > 0 &&
      problems.every((each) => each.path.length > path.length) &&
      !problems.some((each) => each.path.length === path.length + 1 && each.message === MISSING),
  )
  return near.toSorted((a, b) => a.length - b.length)[0] ?? null
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
      return issue.message === GENERIC ? `must be ${issue.values.join(' or ')}.` : issue.message
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

/** In a JSON file a request stands in its step. */
function placed({ path, where, message }: { path: JsonProblem['path']; where: string; message: string }): JsonProblem {
  return { path: path.filter((part) => part !== 'http'), message: `${where}: ${message}` }
}
