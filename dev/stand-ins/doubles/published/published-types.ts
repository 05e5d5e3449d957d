import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { createGenerator, type SchemaGenerator } from 'ts-json-schema-generator'
import { ROOT } from '../../../processes/run.ts'
import type * as chatTypes from './chat-types.ts'

/** Says what is wrong with a value, line by line; nothing where all is right. */
type ProblemsOf = (value: unknown) => string[]

/** The names of `chat-types.ts`. */
type PublishedTypes = {
  DiscordError: chatTypes.DiscordError
  DiscordWebhook: chatTypes.DiscordWebhook
  DiscordMessageBody: chatTypes.DiscordMessageBody
  DiscordMessage: chatTypes.DiscordMessage
  SlackMessageBody: chatTypes.SlackMessageBody
  ChatMessage: chatTypes.ChatMessage
  ChatError: chatTypes.ChatError
  TelegramError: chatTypes.TelegramError
  TelegramUser: chatTypes.TelegramUser
  TelegramMessage: chatTypes.TelegramMessage
  TelegramUpdate: chatTypes.TelegramUpdate
  TelegramWebhookInfo: chatTypes.TelegramWebhookInfo
}

/** Holds values to a type that a provider publishes. Properties that the type does not name are refused. */
export function publishedType(name: keyof PublishedTypes): ProblemsOf {
  return checkOfType(join(import.meta.dirname, 'chat-types.ts'), name)
}

/** Holds texts of JSON to the types of a file, by name. */
export function typeProblemsOf<Name extends string>(path: string): (name: Name, text: string) => string[] {
  const checks = new Map<Name, ProblemsOf>()
  return (name, text) => {
    const check = checks.get(name) ?? checkOfType(path, name)
    checks.set(name, check)
    return check(JSON.parse(text))
  }
}

/** The same for a value that has only some of the properties: those that it has are right. */
export function partProblemsOf<Name extends string>(path: string): (name: Name, value: unknown) => string[] {
  const checks = new Map<Name, ProblemsOf>()
  return (name, value) => {
    const check = checks.get(name) ?? checkOfType(path, name, partly)
    checks.set(name, check)
    return check(value)
  }
}

/** A schema without required properties, and without any that it does not name. */
function partly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(partly)
  if (typeof schema !== 'object' || schema === null) return schema
  const { required: _required, ...rest } = schema as Record<string, unknown>
  const made = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, partly(value)]))
  return 'properties' in made ? { ...made, additionalProperties: false } : made
}

export function checkOfType(
  path: string,
  type: string,
  change: (schema: unknown) => unknown = (schema) => schema,
): ProblemsOf {
  let validate: ValidateFunction | null = null
  return (value) => {
    validate ??= compile(path, type, change)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      return `${type}${instancePath}: ${message} ${JSON.stringify(params)}`
    })
  }
}

/** A generator reads all that its file imports, so those of one file share it. */
const generators = new Map<string, SchemaGenerator>()

function compile(path: string, type: string, change: (schema: unknown) => unknown): ValidateFunction {
  const tsconfig = join(ROOT, 'dev/tsconfig.json')
  const made = () => createGenerator({ path, tsconfig, type: '*', skipTypeCheck: true, additionalProperties: false })
  const generator = generators.get(path) ?? made()
  generators.set(path, generator)
  const schema = change(generator.createSchema(type)) as object
  return new Ajv({ strict: false, validateFormats: false }).compile(schema)
}
