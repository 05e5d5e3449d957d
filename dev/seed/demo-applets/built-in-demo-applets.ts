import { demoStep, type DemoApplet } from './demo-applet.ts'

/** Applets of our own services, which need no account anywhere. Ids follow those of `moreApplets`. */
export const builtInApplets: DemoApplet[] = [
  {
    friendly_id: 'button-to-notification',
    name: 'Press a button, get a note',
    description: 'One button on your home screen. Each press leaves a note with its time among your notifications.',
    steps: [
      demoStep('button/triggers/pressed'),
      demoStep('notifications/actions/send', { message: 'Pressed at {{PressedAt | date}}' }),
    ],
    value_propositions: [
      { title: 'Nothing to connect', text: 'It works at once, on the Applet’s page or on your phone.' },
    ],
    enabled_count: 214,
    run_count: 9077,
  },
  {
    friendly_id: 'count-presses',
    name: 'Count with a button',
    description: 'Coffee, laps, visitors: each press counts one more, and your other Applets know the number.',
    steps: [demoStep('button/triggers/pressed'), demoStep('store/actions/count', { name: 'presses', by: '1' })],
    value_propositions: [{ title: 'Shared', text: 'Another Applet can start when the counter reaches a number.' }],
    enabled_count: 163,
    run_count: 7310,
  },
  {
    friendly_id: 'mail-to-digest',
    name: 'Collect mail for one daily digest',
    description: 'You get a secret email address. What you forward to it waits and comes together, once a day.',
    steps: [
      demoStep('email/triggers/mail_received'),
      demoStep('email/actions/add_to_digest', { line: '{{FromName}}: {{Subject}}', copy_to: '' }),
    ],
    value_propositions: [{ title: 'Yours alone', text: 'Renew the address whenever you think somebody has seen it.' }],
    enabled_count: 187,
    run_count: 22_410,
  },
  {
    friendly_id: 'tenth-press',
    name: 'Hear of a counter that got there',
    description: 'When your counter of presses reaches the number you choose, a notification says so.',
    steps: [
      demoStep('store/triggers/counter_reaches', { name: 'presses' }),
      demoStep('notifications/actions/send', { message: '{{Name}} is at {{Value}}.' }),
    ],
    value_propositions: [{ title: 'At once', text: 'It starts with the press that makes the number full.' }],
    enabled_count: 121,
    run_count: 640,
  },
]
