import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { createGenerator, type SchemaGenerator } from 'ts-json-schema-generator'
import { ROOT } from '../../../processes/run.ts'
import { partOfSchema } from './part-of-schema.ts'

/** Says what is wrong with a value, line by line; nothing where all is right. */
type ProblemsOf = (value: unknown) => string[]

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
    const check = checks.get(name) ?? partOfType(path, name)
    checks.set(name, check)
    return check(value)
  }
}

/** Holds values to a type of a file. Properties that the type does not name are refused. */
export function checkOfType(path: string, type: string): ProblemsOf {
  return checkOf(type, () => schemaOfType(path, type))
}

/** The same for a value that may lack what the type has. */
export function partOfType(path: string, type: string): ProblemsOf {
  return checkOf(type, () => Object(partOfSchema(schemaOfType(path, type))))
}

function checkOf(type: string, schema: () => object): ProblemsOf {
  let validate: ValidateFunction | null = null
  return (value) => {
    validate ??= new Ajv({ strict: false, validateFormats: false }).compile(schema())
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      return `${type}${instancePath}: ${message} ${JSON.stringify(params)}`
    })
  }
}

/** A generator reads all that its file imports, so those of one file share it. */
const generators = new Map<string, SchemaGenerator>()

function schemaOfType(path: string, type: string): object {
  const tsconfig = join(ROOT, 'dev/tsconfig.json')
  const made = () => createGenerator({ path, tsconfig, type: '*', skipTypeCheck: true, additionalProperties: false })
  const generator = generators.get(path) ?? made()
  generators.set(path, generator)
  return generator.createSchema(type)
}
