import { pageOfAuthor } from '../../../worker/contract/accounts/former-author.ts'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { stepsOfApplet } from '../../../worker/contract/applets/step-list.ts'

/** A step of the way from the front page to a page. */
export type Crumb = { name: string; path: string }

/** Absolute addresses, and the product's name. */
export type DescribedPage = { url: string; origin: string; image: string; product: string }

/** A thing by schema.org. */
export type Thing = { '@type': string; [property: string]: unknown }

/** The front page: the site, and how to search it. */
export function aboutSite({ origin, product }: DescribedPage): Thing {
  return {
    '@type': 'WebSite',
    name: product,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/explore?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** An Applet, as software that runs on the web. */
export function aboutApplet(applet: Applet): (page: DescribedPage) => Thing {
  const { name, description, author, created_at, enabled_count } = applet
  const authors = pageOfAuthor(author)
  return ({ url, image, origin }) => ({
    '@type': 'SoftwareApplication',
    name,
    ...(description && { description }),
    url,
    image,
    applicationCategory: 'UtilitiesApplication',
    operatingSystem: 'Web',
    author: { '@type': 'Person', name: author, ...(authors !== null && { url: origin + authors }) },
    datePublished: new Date(created_at).toISOString().slice(0, 10),
    featureList: stepsOfApplet(applet).map((step) => `${step.service.name}: ${step.name}`),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'UseAction' },
      userInteractionCount: enabled_count,
    },
  })
}

/** An author's page. */
export function aboutAuthor(login: string): (page: DescribedPage) => Thing {
  return ({ url }) => ({ '@type': 'ProfilePage', url, mainEntity: { '@type': 'Person', name: login, url } })
}

export function breadcrumbList(crumbs: readonly Crumb[], { origin }: DescribedPage): Thing {
  const itemListElement = crumbs.map(({ name, path }, index) => {
    return { '@type': 'ListItem', position: index + 1, name, item: `${origin}${path}` }
  })
  return { '@type': 'BreadcrumbList', itemListElement }
}
