import { join } from 'node:path'
import type { ValidateFunction } from 'ajv'
import { createGenerator, type SchemaGenerator } from 'ts-json-schema-generator'
import { ROOT } from '../../../processes/run.ts'
import { schemaCheck } from './open-api.ts'
import { partOfSchema } from './part-of-schema.ts'

/** Says what is wrong with a value, line by line; nothing where all is right. */
type ProblemsOf = (value: unknown) => string[]

/** Holds values to a type of a file. Properties that the type does not name are refused. */
export function checkOfType(path: string, type: string): ProblemsOf {
  return checkOf(type, `whole ${path}`, () => schemaOfType(path, type))
}

/** The same for a value that may lack what the type has. */
export function partOfType(path: string, type: string): ProblemsOf {
  return checkOf(type, `part ${path}`, () => Object(partOfSchema(schemaOfType(path, type))))
}

/** Each is compiled once. */
const compiled = new Map<string, ValidateFunction>()

function checkOf(type: string, of: string, schema: () => object): ProblemsOf {
  const key = `${of} ${type}`
  return (value) => {
    const validate = compiled.get(key) ?? schemaCheck({ validateFormats: false }).compile(schema())
    compiled.set(key, validate)
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
