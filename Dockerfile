# SPDX-License-Identifier: Apache-2.0
# The program and what it needs to compile RTL:  docker build -t jacquard . && docker run --rm jacquard demo
FROM debian:12-slim AS build
COPY . /src
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates \
    && cd /src && ./jacquard package

FROM debian:12-slim
COPY --from=build /src/build/packages/jacquard_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/jacquard_*.deb \
    && rm -rf /tmp/*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["jacquard"]
CMD ["help"]
