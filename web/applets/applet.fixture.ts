import type { Applet, AppletForViewer, AppletOfUser, AppletStep } from '../../worker/contract/applets/applet.ts'
import type { FixedDestination } from '../../worker/contract/applets/fixed-destination.ts'
import type { Service } from '../../worker/contract/connections/service.ts'
import { card, service } from '../testing/catalogue.fixture.ts'

/** Test fixture: an Applet with two services, and a viewer's data for it. */
export const github = service('github')
export const sheets = service('google_sheets')

export function step(of: Service, kind: AppletStep['kind'], fields: Partial<AppletStep> = {}): AppletStep {
  const slug = `${kind}_slug`
  return {
    position: 0,
    kind,
    slug,
    name: `${of.name} ${kind}`,
    description: `Does a ${kind}.`,
    service: of,
    account_slot: 0,
    feature: null,
    ...fields,
  }
}

export function applet(fields: Partial<Applet> = {}): Applet {
  return {
    ...card({ name: 'Keep your stars', enabled_count: 48_213, services: [] }),
    description: 'Each star is a row.',
    author_id: 'usr_author',
    published: true,
    listed: true,
    taken_down: false,
    applet_type: null,
    pro_features: false,
    intermediate_pro_features: false,
    created_at: Date.UTC(2025, 11, 22),
    applet_trigger: step(github, 'trigger'),
    other_triggers: [],
    applet_queries: [],
    filter_code: null,
    applet_actions: [step(sheets, 'action', { position: 1 })],
    normalized_applet: { actions_delay: 0 },
    configurations: [],
    value_propositions: [],
    step_services: [github, sheets],
    has_fields: false,
    needs_configuration: false,
    has_webhook: false,
    has_button: false,
    has_mail: false,
    show_app_modal: false,
    rev: 1,
    fixed_destinations: [],
    ...fields,
  }
}

export const TO_HOOK: FixedDestination = {
  key: '1.url',
  step_name: 'Make a web request',
  service_name: 'Webhooks',
  label: 'Address',
  value: 'hooks.slack.com',
  outside: true,
  sent: 'the whole body of your requests',
}

export function viewer(fields: Partial<AppletForViewer> = {}): AppletForViewer {
  return {
    applet_id: 1,
    status: 'never_enabled_for_user',
    is_author: false,
    can_publish: false,
    paused: false,
    newer_version: false,
    connections: connected('github', 'google_sheets'),
    enablement_rules: { block_user: false, minimum_tier: null, block_reason: null },
    push_enabled: false,
    can_push_enable: true,
    failed_applet_run_notifications_enabled: true,
    run_count: 0,
    last_run: null,
    trouble: null,
    last_change: null,
    fields: {},
    configurations: [],
    hook_url: null,
    mail_address: null,
    said: [],
    rated: false,
    ...fields,
  }
}

/** Connections for the two services, with these connected. */
export function connected(...names: string[]): AppletForViewer['connections'] {
  return ['github', 'google_sheets'].map((module_name) => {
    const is = names.includes(module_name)
    return { module_name, connected: is, broken: false, granted: is }
  })
}

export function ofUser(fields: Partial<AppletOfUser> = {}): AppletOfUser {
  return { ...applet(), ...viewer(), ...fields }
}
