import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field, SelectField, TextAreaField } from './field.tsx'

test('hint and error are announced with the field, in order', () => {
  const html = renderToStaticMarkup(
    <Field
      id="email"
      name="email"
      type="email"
      label="Email"
      hint="We never share it."
      error="Enter an email address."
    />,
  )
  expect(html).toContain('<label for="email">Email</label>')
  expect(html).toContain('<p class="hint" id="email-hint">We never share it.</p>')
  expect(html).toContain('<p class="error" id="email-error">Enter an email address.</p>')
  expect(html).toContain('aria-describedby="email-hint email-error" aria-invalid="true"')
})

test('a field without hint and error refers to nothing', () => {
  const html = renderToStaticMarkup(<Field label="Name" name="name" />)
  expect(html).not.toContain('aria-describedby')
  expect(html).not.toContain('aria-invalid')
})

test('two fields without ids have distinct ids', () => {
  const html = renderToStaticMarkup(
    <>
      <Field label="One" />
      <Field label="Two" />
    </>,
  )
  const ids = [...html.matchAll(/<input[^>]* id="([^"]+)"/g)].map((match) => match[1])
  expect(new Set(ids).size).toBe(2)
})

test('a select shows its placeholder first and its chosen option', () => {
  const options = [
    { label: 'General', value: 'c1' },
    { label: 'Random', value: 'c2' },
  ]
  const html = renderToStaticMarkup(
    <SelectField label="Channel" options={options} placeholder="Choose a channel" defaultValue="c2" />,
  )
  expect(html).toContain('<option value="">Choose a channel</option><option value="c1">')
  expect(html).toContain('<option value="c2" selected="">Random</option>')
})

test('an optional field says so', () => {
  expect(renderToStaticMarkup(<TextAreaField label="Suggestion" optional />)).toContain('(optional)')
})

test('a select lists grouped options under their headings', () => {
  const options = [
    { label: 'All', value: 'all' },
    { label: 'Lamp', value: '1', group: 'Hall' },
    { label: 'Fan', value: '2', group: 'Hall' },
  ]
  const html = renderToStaticMarkup(<SelectField label="Device" name="device" options={options} />)
  expect(html).toContain('<option value="all">All</option><optgroup label="Hall"><option value="1">Lamp</option>')
})
