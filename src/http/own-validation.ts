// Tells the framework that requests are checked by `request/validate.ts`. Otherwise it loads its own compiler of schemas at each start,
// which no route uses.

export const ownValidation = {
  compilersFactory: {
    buildValidator(): never {
      throw new Error('Requests are checked by src/http/request/validate.ts, not by a schema of the route');
    },
  },
};
