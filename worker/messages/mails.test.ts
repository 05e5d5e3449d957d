import { expect, test } from 'vitest'
import { passwordReset, verifyEmail } from './mails.ts'

const given = { product: 'Switch & <Yard>', login: 'ada', link: 'https://switchyard.test/x?token=a.b.c&d="e"' }

test.each([verifyEmail, passwordReset])('a mail names the product and carries the link as text: %o', (mail) => {
  const { subject, text } = mail(given)
  expect(subject).toContain('Switch & <Yard>')
  expect(text).toContain('Hi ada,')
  expect(text.split('\n')).toContain(given.link)
})

test.each([verifyEmail, passwordReset])('nothing in a mail can become markup: %o', (mail) => {
  const { html } = mail({ ...given, login: '<b onclick="x">' })
  expect(html).not.toContain('<b')
  expect(html).toContain('Switch &amp; &lt;Yard&gt;')
  expect(html).toContain('href="https://switchyard.test/x?token=a.b.c&amp;d=&quot;e&quot;"')
})
