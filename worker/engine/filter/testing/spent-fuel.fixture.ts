import { runSource } from './run-source.fixture.ts'

const SCRIPTS = [
  'for (let i = 0; i < 1000; i++) String(i * 0.1)',
  'JSON.parse(JSON.stringify(Mastodon.recentPosts.map((row) => [row.Text.toUpperCase(), ...row.ThreadId])))',
  'Trigger.Text.replace(/(?<=\\d)%|(\\p{L})\\1/giu, "$&").split(/\\s+/).sort().join(";")',
  'Meta.currentUserTime.add(1, "month").tz("Asia/Tokyo").format("LLLL") + new Date().toLocaleString("de")',
  '(7n ** 900n).toString(36) + [..."Straße"].map((char) => char.normalize("NFD").codePointAt(0))',
  'try { [].reduce(() => 1) } catch (error) { String(error.stack) }',
]

/** What some scripts spend, which is the same wherever they run; another engine has other numbers. */
export const FUEL_SPENT = [569_836, 22_783, 170_048, 2_639_441, 38_922, 12_807]

export async function spendFuel(): Promise<(number | null)[]> {
  const results = await Promise.all(SCRIPTS.map((source) => runSource(source)))
  return results.map((result) => (result.kind === 'decided' ? result.fuel : null))
}
