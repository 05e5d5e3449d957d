import { html } from 'hono/html'
import type { Html } from '../../stand-in/stand-in-page.ts'
import { accountStore } from '../data/account-store.ts'
import type { AccountStore } from '../data/account-store.ts'
import { keyService, standInServices, weatherService } from '../data/services.ts'
import type { ServicesContext } from '../data/services-state.ts'
import { demoFeeds, feedAddress, FEEDS } from '../feeds/feed-items.ts'
import { happenings } from '../happenings/happenings.ts'
import type { Happening, HappeningInput } from '../happenings/happenings.ts'
import { brandStyle, monogram } from '../../oauth/brand-style.ts'
import { currentStates, latestItems } from './latest-items.ts'
import { momentText } from './moment-text.ts'

type Account = { service: string; name: string; brand_color: string; accountId: string; accountName: Html | string }

/** The feeds and each account with a grant: what can happen there, and what happened last. */
export function accountCards(ctx: ServicesContext): Html {
  const accounts = [...connectedAccounts(ctx), ...usedKeys(ctx), feedsAccount(ctx), weatherAccount]
  return html`<div class="accounts">${accounts.map((account) => accountCard(ctx, account))}</div>`
}

function accountCard(ctx: ServicesContext, account: Account): Html {
  const { service, accountId, name, accountName, brand_color } = account
  const store = accountStore(ctx, accountId)
  const states = currentStates(service, store)
  const latest = latestItems(service, store)
  return html`<article
    id="${accountId}"
    aria-labelledby="${accountId}-name"
    tabindex="-1"
    style="${brandStyle(brand_color)}"
  >
    <header>
      ${monogram({ name })}
      <div>
        <h3 id="${accountId}-name">${name}</h3>
        <p>${accountName}</p>
      </div>
    </header>
    ${(happenings[service] ?? []).map((happening) => happeningForm(store, account, happening))}
    ${
      states.length === 0
        ? ''
        : html`<h4>Now</h4>
            <ul class="states">
              ${states.map((state) => html`<li>${state}</li>`)}
            </ul>`
    }
    <h4>Latest</h4>
    ${
      latest.length === 0
        ? html`<p class="soft">Nothing yet.</p>`
        : html`<ul class="latest">
            ${latest.map(
              ({ text, at, bySwitchyard }) =>
                html`<li>
                  <span>${text}</span>
                  <small>${momentText(Date.parse(at))}${bySwitchyard ? html` · <b>by Switchyard</b>` : ''}</small>
                </li>`,
            )}
          </ul>`
    }
  </article>`
}

function happeningForm(store: AccountStore, { accountId, name }: Account, { slug, label, inputs }: Happening): Html {
  return html`<form method="post" action="/accounts/${accountId}/${slug}">
    ${inputs.map((input) => happeningInput(store, `${accountId}-${slug}`, input))}
    <button aria-label="${label}: ${name}, ${accountId}">${label}</button>
  </form>`
}

function happeningInput(store: AccountStore, prefix: string, { name, label, value, from }: HappeningInput): Html {
  const id = `${prefix}-${name}`
  return html`<label for="${id}">
    <span>${label}</span>
    ${
      from === undefined
        ? html`<input id="${id}" name="${name}" value="${value}" required autocomplete="off" />`
        : html`<select id="${id}" name="${name}" autocomplete="off">
            ${store
              .list(from)
              .map(
                (item) =>
                  html`<option value="${item.id}">${item['name'] ?? item['title'] ?? item['full_name']}</option>`,
              )}
          </select>`
    }
  </label>`
}

/** One for each account with a grant, however many users connected it. */
function connectedAccounts(ctx: ServicesContext): Account[] {
  const granted = new Set(ctx.state.grants.map(({ accountId }) => accountId))
  return standInServices.flatMap(({ module_name, name, brand_color, accounts }) =>
    accounts
      .filter(({ id }) => granted.has(id))
      .map((account) => ({
        service: module_name,
        name,
        brand_color,
        accountId: account.id,
        accountName: account.name,
      })),
  )
}

/** A key has no grant: it shows once something was done with it. */
function usedKeys(ctx: ServicesContext): Account[] {
  const { module_name, name, brand_color } = keyService
  return Object.keys(ctx.state.items)
    .flatMap((path) => new RegExp(`^${module_name}/([^/]+)/pings$`).exec(path)?.[1] ?? [])
    .map((key) => ({
      service: module_name,
      name,
      brand_color,
      accountId: `${module_name}/${key}`,
      accountName: `Key …${key.slice(-4)}`,
    }))
}

const weatherAccount: Account = {
  ...weatherService,
  service: weatherService.module_name,
  accountId: weatherService.module_name,
  accountName: 'Everywhere the same',
}

function feedsAccount(ctx: ServicesContext): Account {
  const addresses = demoFeeds.map((feed) => feedAddress(ctx.origin, feed))
  return {
    service: FEEDS,
    name: 'Feeds',
    brand_color: '#c2410c',
    accountId: FEEDS,
    accountName: html`${addresses.map((address) => html`<a href="${address}">${address}</a> `)}`,
  }
}
