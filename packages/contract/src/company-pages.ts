import * as z from 'zod/mini'
import { route } from './route.ts'
import * as wire from './wire.ts'

/** An extra page of a company as its people read it. */
export const ShownPage = z.object({
  pageRoute: z.string(),
  pageName: z.string(),
  /** Markdown of which the portal shows headings, lists, emphasis and links; null until it is written. */
  content: z.nullable(z.string()),
})
export type ShownPage = z.output<typeof ShownPage>

/** 404 for a page the company does not have. */
export const getCompanyPage = route({
  method: 'GET',
  path: '/client/getPage',
  summary: "Get the content of a company's custom page",
  access: 'company:read',
  query: z.object({
    company: wire.company,
    /** As the configuration names it, e.g. `pages/contacts`; left out, there is no such page. */
    pageRoute: z._default(z.string().check(z.maxLength(100)), ''),
  }),
  response: ShownPage,
})
