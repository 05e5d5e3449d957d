import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mobilePatterns } from './mobile-patterns.ts'
import { main, ROOT, run } from '../../processes/run.ts'

const FILE = 'worker/contract/messages/mobile-numbers.data.ts'

/** Writes what mobile numbers look like, from libphonenumber's metadata, which would take 24 kB of the Worker. */
await main(async () => {
  const patterns = Object.entries(mobilePatterns())
  const lines = [
    '/** Written by `node dev/bootstrap.mjs published-data/phones/write-mobile-numbers`: by calling code, what mobile numbers of its countries look like after it; of islands under 1, with their area code. */',
    'export const MOBILE_NUMBERS: Readonly<Record<string, string>> = {',
    ...patterns.map(([code, pattern]) => `  '${code}': String.raw\`${pattern}\`,`),
    '}',
  ]
  writeFileSync(join(ROOT, FILE), `${lines.join('\n')}\n`)
  await run('oxfmt', [FILE])
  console.log(`${FILE}: ${patterns.length} calling codes`)
})
