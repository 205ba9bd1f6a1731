import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { askedConnectors } from '@signet/connectors'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { readEnv } from '@signet/server/env'
import { print, say, untilStopped, type CommonOptions, type Terminal } from '../command/command.ts'

/**
 * Signs in to Telegram as a person, and prints the session for the connector. The answers come from standard input, line by line: the hash
 * of the app, the phone number, the code and, if the account has one, the password.
 */
export async function telegramSignIn(options: CommonOptions & { apiId: number }): Promise<void> {
  const { apiId, terminal } = options
  const { connectorsUrl, feedAllow } = readEnv(terminal.env)
  // Loaded only here, because the library is large.
  const { signInToTelegram } = await import('@signet/connectors/telegram/sign-in')
  const { ask, close } = askOn(terminal)
  try {
    const { account, session } = await untilStopped(async (signal) => {
      const access = {
        credentials: { apiId: String(apiId) },
        base: connectorsUrl ? `${connectorsUrl}/telegramUser` : askedConnectors.telegramUser.base,
        allowAddress: feedAllow,
        signal,
      }
      return signInToTelegram(access, await ask('apiHash'), {
        phone: () => ask('phone'),
        code: () => ask('code'),
        password: () => ask('password'),
      })
    })
    print(options, { account, session }, `Signed in as ${account}. Session: ${session}`)
  } finally {
    close()
  }
}

const questions = {
  apiHash: 'API hash of the app',
  phone: 'Phone number with its country, e.g. +447700900123',
  code: 'Code that Telegram sent',
  password: 'Password of two-step verification',
} as const
type Question = keyof typeof questions
const secrets: ReadonlySet<Question> = new Set(['apiHash', 'password'])

/** Asks on standard error, and reads lines; what is secret isn't shown on a terminal. */
function askOn(terminal: Terminal): { ask: (question: Question) => Promise<string>; close: () => void } {
  let isHidden = false
  const shown = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) terminal.stderr.write(chunk)
      done()
    },
  })
  const reader = createInterface({ input: terminal.stdin, output: shown, terminal: terminal.stdin.isTTY === true })
  // On a terminal, Ctrl-C comes to the reader, which would only pause.
  reader.on('SIGINT', () => reader.close())
  const lines = reader[Symbol.asyncIterator]()
  return {
    async ask(question) {
      say(`${questions[question]}:`, terminal)
      isHidden = secrets.has(question)
      const { value, done } = await lines.next()
      isHidden = false
      const answer = done ? '' : value.trim()
      if (answer === '') throw new ProgramError('SIGN_IN_ANSWER_MISSING', { answer: question })
      return answer
    },
    close: () => reader.close(),
  }
}
