import type { Applet, AppletStep } from '../../../worker/contract/applets/applet.ts'
import { STEP_SEGMENTS } from '../../../worker/contract/connections/service.ts'

type StepLabel = 'If' | 'With' | 'When' | 'Wait' | 'Then' | 'And'

/** One row of the step list. `icon` is an image's address or one of our glyphs. */
export type StepRow = {
  label: StepLabel
  icon: { src: string } | 'filter' | 'clock'
  title: string
  service: string | null
  description: string
  /** The step's page; only published services have one (§2.2). */
  href: string | null
}

/** If, With, When, Wait, Then, And: in the order in which they run (§2.1, §2.2). */
export function stepRows(applet: Applet): StepRow[] {
  const delay = applet.normalized_applet.actions_delay
  return [
    ...(applet.applet_trigger ? [row('If', applet.applet_trigger)] : []),
    ...applet.applet_queries.map((step) => row('With', step)),
    ...(applet.filter_code ? [FILTER] : []),
    ...(delay > 0 ? [wait(delay)] : []),
    ...applet.applet_actions.map((step, index) => row(index === 0 ? 'Then' : 'And', step)),
  ]
}

const FILTER: StepRow = {
  label: 'When',
  icon: 'filter',
  title: 'Filter code allows it',
  service: null,
  description: 'A few lines of code decide whether the rest runs.',
  href: null,
}

function wait(seconds: number): StepRow {
  const title = duration(seconds)
  return { label: 'Wait', icon: 'clock', title, service: null, description: 'Before the next step.', href: null }
}

function row(label: StepLabel, { kind, slug, name, description, service }: AppletStep): StepRow {
  const href = `/${service.module_name}/${STEP_SEGMENTS[kind]}/${slug}`
  return {
    label,
    icon: { src: service.icon },
    title: name,
    service: service.name,
    description,
    href: service.published ? href : null,
  }
}

/** hh:mm:ss (§2.2). */
export function duration(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
