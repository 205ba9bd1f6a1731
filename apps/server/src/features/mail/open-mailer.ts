import type { MailAddress, Mailer } from '../../app/mailer.ts'
import type { Database } from '../../db/database.ts'
import type { MailSettings } from '../../app/mail-settings.ts'
import { deliver, mailTimeouts } from './deliver.ts'
import { openMailCatcher } from './mail-catcher.ts'

export interface OpenMailer extends Mailer {
  /** Whether emails stay on this machine because no mail server is configured. */
  isCatching: boolean
  close(): Promise<void>
}

/** The default sender of emails; the domain can't be registered (RFC 2606). */
const catcherSender: MailAddress = { name: 'Signet', address: 'signet@mail.example' }

/** Opens the transport for emails: the configured mail server, otherwise the local catcher. Once per worker process. */
export async function openMailer(
  settings: MailSettings | null,
  database: Database,
  origin: string,
): Promise<OpenMailer> {
  if (settings) {
    return {
      from: settings.from,
      origin,
      isCatching: false,
      deliver: (mail) => deliver(settings.smtp, mail, mailTimeouts, settings.dkim),
      close: async () => {},
    }
  }
  const catcher = await openMailCatcher(database)
  return {
    from: catcherSender,
    origin,
    isCatching: true,
    deliver: (mail) => deliver(catcher.server, mail),
    close: () => catcher.close(),
  }
}
