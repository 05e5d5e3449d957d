import { expect, test } from 'vitest'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { DescribeForm } from './describe-form.tsx'

const never = () => new Promise<never>(() => {})
const calls = { describe: never, openDraft: never }

test('the form holds the sentence of the address', () => {
  const html = htmlOf(<DescribeForm sentence={'post "hi" & wave'} {...calls} />)
  expect(html).toContain('post &quot;hi&quot; &amp; wave</textarea>')
  expect(html).toContain('maxLength="500"')
  expect(html).toMatch(/<label for="([^"]+)">What should happen, and when\?<\/label>[^]*<textarea[^>]*id="\1"/)
})

test('the field says whose language model reads it', () => {
  const withReader = (sentences_read_by?: string) =>
    htmlOf(<DescribeForm {...calls} />, sentences_read_by === undefined ? {} : { sentences_read_by })
  expect(withReader()).not.toContain('language model')
  expect(withReader('Cloudflare')).toContain('A language model at Cloudflare reads it.')
})
