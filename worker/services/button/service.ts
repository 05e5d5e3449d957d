import { defineService, ingredient } from '../format/define-service.ts'

export const button = defineService({
  id: 'button',
  name: 'Button',
  description: "Start an Applet with a press: on its own page, or on your phone's home screen.",
  category: 'tools',
  color: '#b3261e',
  popularity: 48,
  hosts: [],
  connect: { kind: 'none' },
  triggers: [
    {
      slug: 'pressed',
      name: 'Button pressed',
      description: "Starts when you press the button on the Applet's page.",
      phrase: 'you press a button',
      mode: 'hook',
      by_request: false,
      ingredients: [ingredient('PressedAt', 'Pressed at', 'datetime', '2026-03-01T12:00:00.000Z')],
    },
  ],
  // The product itself starts it.
  code: {},
})
