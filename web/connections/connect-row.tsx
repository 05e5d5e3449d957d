import type { ReactNode } from 'react'
import { pastePath, type ConnectWays, type Service } from '../../worker/contract/connections/service.ts'
import { OPERATOR_PATH } from '../../worker/contract/operator/operator-overview.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { pasteInstead } from './activate/paste-instead.ts'
import './service-connections.css'

type ConnectProps = { service: Service; ways: ConnectWays; link: ReactNode; operator: boolean }

/** A service's page, where people come back after connecting. */
export function pageOf({ module_name }: Service): string {
  return `/${module_name}`
}

/** Offers the first account, in each way that this site has. `link`: the first of them. */
export function ConnectRow({ service, ways, link, operator }: ConnectProps) {
  const { name } = service
  if (!ways.sign_in && ways.paste === null) return <NotSetUp name={name} operator={operator} />
  return (
    <>
      <div className="account">
        <div className="words">
          <p className="name">Use {name} in your Applets</p>
          <p className="since">Connect an account once, for all of them.</p>
        </div>
        <div className="actions">{link}</div>
      </div>
      <p className="another">
        <span>
          <PasteInstead service={service} ways={ways} />
          You can disconnect it at any time.
        </span>
      </p>
    </>
  )
}

/** The other way to connect, where there are two. */
export function PasteInstead({ service, ways: { sign_in, paste } }: { service: Service; ways: ConnectWays }) {
  if (!sign_in || paste === null) return null
  return (
    <>
      Or <a href={pastePath([service.module_name], pageOf(service))}>{pasteInstead(paste)}</a>.{' '}
    </>
  )
}

function NotSetUp({ name, operator }: { name: string; operator: boolean }) {
  return (
    <div className="account">
      <div className="words">
        <p className="name">Not set up here</p>
        <p className="since">{`${name} cannot be connected on this site yet.`}</p>
      </div>
      {operator ? (
        <div className="actions">
          <ButtonLink href={OPERATOR_PATH} kind="secondary">
            {`Set up ${name}`}
          </ButtonLink>
        </div>
      ) : null}
    </div>
  )
}
