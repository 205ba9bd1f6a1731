import { checkedSecrets } from './checked-secrets.ts'
import { confidentialityLabels } from './confidentiality-labels.ts'
import { ibansIn } from './ibans.ts'

/** What is read of a document. */
export interface DocumentContent {
  text: string
  title?: string | null
  subject?: string | null
  keywords?: string | null
  company?: string | null
}

/** The company whose documents are looked for. */
export interface DocumentOwner {
  /** Its registrable domains. */
  domains: readonly string[]
  /** Its names and those of its brands. */
  names: readonly string[]
  /** The labels of its own classification, in addition to common ones. */
  labels: readonly string[]
}

/** Why a document seems to be an internal one of the company. */
export type DocumentFinding =
  | { reason: 'confidentialityLabel'; label: string }
  | { reason: 'internalHost'; host: string }
  | { reason: 'staffEmails'; count: number }
  | { reason: 'secret'; type: string; start: string }
  | { reason: 'ibans'; count: number }

/** Fewer addresses or accounts are a reason only if there is another: reports name contacts, and invoices an account. */
const enough = 5
const hostsMax = 20

/** Parts of the names of hosts that people outside of a company don't use. */
const internalParts = new Set(
  (
    'ad adfs admin bastion bitbucket build ci citrix confluence corp db dc dev dns ftp git gitlab grafana hr int integration internal ' +
    'intern intra intranet jenkins jira jump kibana lan ldap local mgmt mysql nas nexus oracle pam postgres preprod proxy qa rdp ' +
    'sap sftp sharepoint smb sonar splunk sql srv ssh stage staging svn test uat vault vpn wiki'
  ).split(' '),
)

/** Mailboxes of a role, which companies publish. */
const roles =
  /^(?:info|contact|kontakt|press|presse|media|ir|investors?|investor[._-]?relations|sales|support|service|help|hello|office|mail|jobs|careers?|privacy|dpo|datenschutz|compliance|security|abuse|webmaster|no-?reply|news|newsletter|customer[._-]?(?:care|service))$/i

/**
 * Whether a document seems to be an internal one of a company that isn't meant for the public. A document that doesn't name the company,
 * and one with nothing but published contacts (such as an annual report, or the template of a vendor) has no findings.
 */
export function documentFindings(document: DocumentContent, owner: DocumentOwner): DocumentFinding[] {
  const { text, title, subject, keywords, company } = document
  const all = [title, subject, keywords, company, text].filter(Boolean).join('\n')
  const hosts = hostsIn(all, owner.domains)
  const emails = staffEmails(all, owner.domains)
  if (hosts.length === 0 && emails === 0 && !names(all, owner)) return []
  const ibans = ibansIn(text).length
  const findings: DocumentFinding[] = [
    ...confidentialityLabels(all, owner.labels).map((label) => ({ reason: 'confidentialityLabel' as const, label })),
    ...hosts.map((host) => ({ reason: 'internalHost' as const, host })),
    ...checkedSecrets(text).map((secret) => ({ reason: 'secret' as const, ...secret })),
  ]
  const isEnough = (count: number) => count >= (findings.length > 0 ? 1 : enough)
  const [hasEmails, hasIbans] = [isEnough(emails), isEnough(ibans)]
  if (hasEmails) findings.push({ reason: 'staffEmails', count: emails })
  if (hasIbans) findings.push({ reason: 'ibans', count: ibans })
  return findings
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Whether a text has a name or a domain of the company as words of their own. */
const names = (text: string, { names: all, domains }: DocumentOwner) =>
  [...all, ...domains]
    .filter((name) => name.trim())
    .some((name) => new RegExp(String.raw`(?<![\p{L}\p{N}])${literal(name.trim())}(?![\p{L}\p{N}])`, 'iu').test(text))

/** Internal hosts below the company's domains. */
function hostsIn(text: string, domains: readonly string[]): string[] {
  const found = new Set<string>()
  for (const domain of domains) {
    const pattern = new RegExp(
      String.raw`(?<![\w@.-])([a-z0-9][a-z0-9.-]{0,120})\.${literal(domain)}(?![\w-]|\.[a-z])`,
      'gi',
    )
    for (const [, below = ''] of text.matchAll(pattern)) {
      const isInternal = below
        .toLowerCase()
        .split(/[.-]|\d+/)
        .some((part) => internalParts.has(part))
      if (isInternal && found.size < hostsMax) found.add(`${below}.${domain}`.toLowerCase())
    }
  }
  return [...found]
}

/** How many different people have an address of the company in a text. */
function staffEmails(text: string, domains: readonly string[]): number {
  const found = new Set<string>()
  for (const domain of domains) {
    const pattern = new RegExp(
      String.raw`(?<![\w.+-])([\w.+-]{1,64})@(?:[a-z0-9-]{1,63}\.){0,3}${literal(domain)}(?![\w-]|\.[a-z])`,
      'gi',
    )
    for (const [address, mailbox = ''] of text.matchAll(pattern))
      if (!roles.test(mailbox)) found.add(address.toLowerCase())
  }
  return found.size
}
