import { expect, test } from 'vitest'
import { abandonedCheckoutMail, appletMail, passwordResetMail, verifyEmailMail } from './mails.ts'

const given = { product: 'Switch & <Yard>', login: 'ada', link: 'https://switchyard.test/x?token=a.b.c&d="e"' }

test.each([verifyEmailMail, passwordResetMail])('a mail names the product and carries the link: %o', (mail) => {
  const { subject, text } = mail(given)
  expect(subject).toContain('Switch & <Yard>')
  expect(text).toContain('Hi ada,')
  expect(text.split('\n')).toContain(given.link)
})

test.each([verifyEmailMail, passwordResetMail])('a mail escapes markup: %o', (mail) => {
  const { html } = mail({ ...given, login: '<b onclick="x">' })
  expect(html).not.toContain('<b')
  expect(html).toContain('Switch &amp; &lt;Yard&gt;')
  expect(html).toContain('href="https://switchyard.test/x?token=a.b.c&amp;d=&quot;e&quot;"')
})

test('the abandoned checkout mail names plan, prices and unsubscribe link', () => {
  const unsubscribe = 'https://switchyard.test/unsubscribe?token=u'
  const prices = ['$3.49 a month', '$34.99 a year']
  const { subject, text, html } = abandonedCheckoutMail({ ...given, plan: 'Pro', prices, unsubscribe })
  expect(subject).toBe('Your way back to Switch & <Yard> Pro')
  expect(text).toContain('It costs $3.49 a month or $34.99 a year')
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([given.link, 'Unsubscribe from these reminders:', unsubscribe]),
  )
  expect(html).toContain(`<a href="${unsubscribe}">Unsubscribe from these reminders</a>`)
  expect(html).not.toContain('<Yard>')
})

test("an Applet's mail keeps the lines of its text", () => {
  const { text, html } = appletMail({ subject: 'New issue', text: 'The gears grind\nSince <Monday>.\n\nBug 6' })
  expect(text).toBe('The gears grind\nSince <Monday>.\n\nBug 6\n')
  expect(html).toBe('<p>The gears grind<br>\nSince &lt;Monday&gt;.</p>\n<p>Bug 6</p>')
})
