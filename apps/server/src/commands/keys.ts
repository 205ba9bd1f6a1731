import { rotateKeys } from '../secrets/rotate-keys.ts'
import { print, withProgram, type CommonOptions } from './command.ts'

/** Wraps every data key with a new key-encryption key; from the environment it is the one of `SIGNET_KEK`. */
export function keysRotate(options: CommonOptions): Promise<void> {
  return withProgram(async ({ database, keyProvider }, stop) => {
    const { companies, rewrapped, isResumed } = await rotateKeys(database, keyProvider, stop)
    print(
      options,
      { companies, rewrapped, isResumed },
      `${isResumed ? 'Finished a rotation: wrapped' : 'Wrapped'} ${rewrapped} keys of ${companies} companies again.`,
    )
  })
}
