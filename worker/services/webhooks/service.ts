import { defineService, field, ingredient, optionalField } from '../format/define-service.ts'
import { getJson, pathProblem } from './get-json.ts'
import { makeRequest } from './make-request.ts'
import { headersProblem, secretHeader, secretHeaderProblem } from './request-headers.ts'
import { signingSecretProblem } from './standard-signature.ts'

export const webhooks = defineService({
  id: 'webhooks',
  name: 'Webhooks',
  description: 'Start an Applet from your own script or device, or call any address on the web when something happens.',
  keywords: ['webhook', 'http', 'api', 'url'],
  category: 'tools',
  color: '#3b4a5a',
  popularity: 60,
  hosts: [],
  connect: { kind: 'none' },
  triggers: [
    {
      slug: 'web_request',
      name: 'Receive a web request',
      description: "Starts when a request reaches your own secret address, which the Applet's page shows you.",
      phrase: 'a web request arrives',
      sentence: 'a web request named {{fields.event}} arrives',
      mode: 'hook',
      fields: [
        optionalField('event', 'Event name', 'text', {
          hint: 'Also starts when one of your devices reports an event of this name with your own key.',
        }),
        optionalField('sender', 'Signed by', 'select', {
          hint: 'Accepts only requests that this sender has signed with the secret below.',
          options: [
            { label: 'GitHub', value: 'github' },
            { label: 'Stripe', value: 'stripe' },
            { label: 'Slack', value: 'slack' },
            { label: 'Standard Webhooks', value: 'standard' },
          ],
        }),
        optionalField('secret', 'Signing secret', 'secret'),
      ],
      ingredients: [
        ingredient('Value1', 'Value 1', 'text', 'The backup is done'),
        ingredient('Value2', 'Value 2', 'text', '42 files'),
        ingredient('Value3', 'Value 3', 'text', 'db-1'),
        ingredient('EventName', 'Name of the event', 'text', 'backup'),
        ingredient('JsonPayload', 'JSON payload', 'text', '{"value1":"The backup is done"}'),
        ingredient('Body', 'Whole body', 'text', '{"value1":"The backup is done"}'),
        ingredient('Headers', 'Headers', 'text', '{"content-type":"application/json"}'),
        ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-01T12:00:00.000Z'),
      ],
    },
  ],
  queries: [
    {
      slug: 'get_json',
      name: 'Get JSON',
      description: 'Opens an address on the web and gives a value of the JSON that it answers.',
      phrase: 'a value of JSON on the web',
      sentence: 'a value of the JSON at {{fields.url}}',
      fields: [
        field('url', 'URL', 'url', { destination: true }),
        optionalField('path', 'Path of the value', 'text', {
          default_value: '$',
          hint: 'Where the value stands in the JSON, such as "$.items[0].name".',
        }),
        secretHeader,
      ],
      ingredients: [
        ingredient('Value', 'Value', 'text', '21.5'),
        ingredient('Body', 'Whole answer', 'text', '{"temperature":21.5}'),
        ingredient('Status', 'Status', 'number', '200'),
      ],
    },
  ],
  actions: [
    {
      slug: 'make_request',
      name: 'Make a web request',
      description: 'Calls an address on the web.',
      phrase: 'make a web request',
      sentence: 'make a web request to {{fields.url}}',
      repeat: 'key',
      fields: [
        field('url', 'URL', 'url', { destination: true }),
        field('method', 'Method', 'select', {
          default_value: 'POST',
          options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ label: value, value })),
        }),
        optionalField('content_type', 'Content type', 'select', {
          options: ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/xml'].map(
            (value) => ({ label: value, value }),
          ),
        }),
        optionalField('body', 'Body', 'textarea'),
        optionalField('headers', 'Headers', 'textarea', {
          hint: 'One a line, such as "X-Name: value". Tokens belong into the secret header.',
        }),
        secretHeader,
        optionalField('signing_secret', 'Signing secret', 'secret', {
          hint: 'Signs the request as Standard Webhooks does. A secret begins with "whsec_".',
        }),
      ],
    },
  ],
  samples: {
    queries: {
      get_json: { fields: { url: 'https://sensor.example/now', path: '$.temperature' }, answer: { temperature: 21.5 } },
    },
    actions: {
      make_request: { fields: { url: 'https://hooks.example/in', method: 'POST', body: '{"a":1}' }, answer: 'ok' },
    },
  },
  code: {
    queries: {
      get_json: getJson,
    },
    actions: {
      make_request: { run: makeRequest },
    },
    checks: {
      path: pathProblem,
      headers: headersProblem,
      secret_header: secretHeaderProblem,
      signing_secret: signingSecretProblem,
    },
  },
})
