import * as z from 'zod/mini'
import { connectorNames } from '../collection/connectors.ts'
import { lookUpFacts, lookUpKinds } from '../collection/look-up-kinds.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/*
 * Look-ups: reviewers and staff ask a provider what it knows about the file, the address or the account of a threat, with the company's
 * account there.
 */

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'threat.lookUpRequested': 'Look-up requested',
  'threat.lookedUp': 'Looked up at a provider',
}

/**
 * - `asking`: the provider has not answered yet
 * - `found`, `notFound`: whether the provider knows the record
 * - `failed`: it didn't answer
 */
export const lookUpStates = ['asking', 'found', 'notFound', 'failed'] as const

/** What a provider was asked, and what it said. */
export const LookUp = z.object({
  id: z.string(),
  connector: z.enum(connectorNames),
  kind: z.enum(lookUpKinds),
  /** What it was asked about. */
  value: z.string(),
  state: z.enum(lookUpStates),
  /** Why it didn't answer. */
  problem: z.nullable(wire.Sentence),
  /** Its page there. */
  url: z.nullable(z.string()),
  /** In the words of the provider. */
  facts: z.array(z.object({ name: z.enum(lookUpFacts), value: z.string() })),
  requestedBy: z.string(),
  requestedAt: wire.time,
  answeredAt: z.nullable(wire.time),
})
export type LookUp = z.output<typeof LookUp>

/** Who can be asked about a threat, and what was said. */
export const ThreatLookUps = z.object({
  /** The providers that know records like those of the threat. */
  providers: z.array(
    z.object({
      connector: z.enum(connectorNames),
      kind: z.enum(lookUpKinds),
      value: z.string(),
      /** Whether the company can ask it: it has an account, or switched on a connector that needs none. */
      isSetUp: z.boolean(),
      /** Calls left until the provider counts anew; null if it names no number, or none was sent. */
      quota: z.nullable(z.object({ left: z.int(), until: wire.time })),
    }),
  ),
  /** Newest first, at most 50. */
  answers: z.array(LookUp),
})
export type ThreatLookUps = z.output<typeof ThreatLookUps>

const ofThreat = { params: z.object({ threatId: wire.id }), query: wire.ofCompany }

/** Reviewers look up threats in every stage, other users only published ones: 404 for any other, and for a threat of another company. */
export const getLookUps = route({
  method: 'GET',
  path: '/qa/threats/{threatId}/lookUps',
  summary: 'Get which providers can be asked about a threat, and what they said',
  access: 'threats:lookUp',
  ...ofThreat,
  response: ThreatLookUps,
})

/**
 * A job asks the provider. While it has not answered, and for a minute after it has, asking again changes nothing. 400 (`NOT_AN_OPTION`)
 * for a provider that knows nothing like the threat, 409 (`LOOK_UP_NOT_SET_UP`) without an account.
 */
export const lookUpThreat = route({
  method: 'POST',
  path: '/qa/threats/{threatId}/lookUps',
  summary: 'Ask a provider what it knows about a threat',
  access: 'threats:lookUp',
  status: 202,
  ...ofThreat,
  body: z.strictObject({ company: wire.company, connector: z.enum(connectorNames) }),
  response: ThreatLookUps,
})
