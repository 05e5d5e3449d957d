import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '../../../processes/run.ts'
import { checkOfType } from '../published/published-types.ts'

const METHODS = ['getUpdates', 'sendMessage', 'sendPhoto', 'setWebhook', 'deleteWebhook'] as const

/** Holds a request to what Telegram's method takes: an object type that stands in the parameters of the method. */
export function telegramMethod(name: (typeof METHODS)[number]): (value: unknown) => string[] {
  const methods = readFileSync(createRequire(import.meta.url).resolve('@grammyjs/types/methods.d.ts'), 'utf8')
  const imports = methods.match(/^import type .*$/gm)?.map((line) => line.replace('"./', '"@grammyjs/types/')) ?? []
  const types = METHODS.map((each) => `export type ${each} = ${parameterOf(methods, each)}`)
  const folder = join(ROOT, 'node_modules/.cache/published-types')
  const file = join(folder, 'telegram-methods.ts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, [...imports, 'type F = string', ...types].join('\n'))
  return checkOfType(file, name)
}

function parameterOf(methods: string, name: string): string {
  const found = new RegExp(`\\n {4}${name}\\(args\\??: `).exec(methods)
  if (!found) throw new Error(`Telegram has no method ${name} with parameters.`)
  const from = found.index + found[0].length
  return methods.slice(from, methods.indexOf('\n    }', from) + '\n    }'.length)
}
