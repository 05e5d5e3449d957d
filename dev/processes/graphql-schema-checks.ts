import { readFileSync } from 'node:fs'
import type { Plugin } from 'rolldown'

/** What GraphQL checks of a schema when it is built and first used. Ours is a constant, so a test does it instead. */
const CHECKS = [
  {
    file: '/graphql/type/validate.mjs',
    replaced: /^[^]*$/,
    by: 'export function validateSchema() { return [] }\nexport function assertValidSchema() {}',
  },
  {
    file: '/graphql/validation/validate.mjs',
    replaced: /export function validateSDL\([^]*$/,
    by: 'export function assertValidSDL() {}\nexport function assertValidSDLExtension() {}',
  },
  {
    file: '/graphql/validation/specifiedRules.mjs',
    replaced: /export const specifiedSDLRules = [^;]*;/,
    by: 'export const specifiedSDLRules = []',
  },
]

/** Leaves these checks, 3 kB, out of a bundle. Fails where GraphQL no longer has them as written here. */
export function leaveOutSchemaChecks(): Plugin {
  return {
    name: 'leave-out-schema-checks',
    load(id) {
      const check = CHECKS.find(({ file }) => id.endsWith(file))
      if (!check) return null
      const code = readFileSync(id, 'utf8')
      if (!check.replaced.test(code)) throw new Error(`GraphQL has another ${check.file}.`)
      return code.replace(check.replaced, check.by)
    },
  }
}
