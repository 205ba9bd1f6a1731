import { hash, verify } from '@node-rs/argon2'

// OWASP's argon2id minimum: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
const waitingMax = 64

let running = 0
const waiting: (() => void)[] = []

/** The hash of a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Whether the password matches the hash. Without a hash (no such user) it takes the same time and returns false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const isRight = await inTurn(async () => verify(stored ?? (await decoy()), password))
  return stored !== null && isRight
}

/** Whether so many sign-ins are waiting that further ones should be refused. */
export function isHashingBusy(): boolean {
  return waiting.length >= waitingMax
}

let decoyHash: Promise<string> | undefined
function decoy(): Promise<string> {
  decoyHash ??= hash('no such user has this password', cost)
  return decoyHash
}

/** Hashing takes 19 MiB and a core: two run at a time, others wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // The slot is passed on directly instead of being released: a new caller could take it before the waiting one runs.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
