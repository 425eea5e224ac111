// Whole numbers as values of options.

import { InvalidArgumentError } from 'commander';

/** Reads a whole number from 1 to `max`. */
export function upTo(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= 1 && number <= max) return number;
    throw new InvalidArgumentError(`Write a whole number from 1 to ${max}.`);
  };
}
