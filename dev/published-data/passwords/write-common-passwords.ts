import { Buffer } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commonWords, encodeCommonPasswords, longCommonPasswords } from './common-list.ts'
import { main, ROOT } from '../../processes/run.ts'

const FILE = 'worker/users/accounts/passwords/common-passwords.data.ts'

/** Writes the common passwords and words that the Worker refuses as bytes. */
await main(async () => {
  const listed = longCommonPasswords()
  const words = commonWords()
  const { entries, bytes } = encodeCommonPasswords(listed, words)
  const lines = [
    `/** Written by \`node dev/bootstrap.mjs published-data/passwords/write-common-passwords\`: ${entries} passwords and words as ${bytes.length} bytes (sorted-numbers.ts). */`,
    'export const COMMON_PASSWORDS = {',
    `  entries: ${entries},`,
    '  bytes:',
    `    '${Buffer.from(bytes).toString('base64')}',`,
    '}',
  ]
  writeFileSync(join(ROOT, FILE), `${lines.join('\n')}\n`)
  console.log(
    `${FILE}: ${listed.length} passwords of 15 and more characters, ${words.length} words, ${entries} kept, ${bytes.length} bytes`,
  )
})
