package io.github.libcrush;

/** What the C library says of a call that failed. */
public final class CrushException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Kinds of failure. */
    public enum Reason {
        /** A name, id or rule is not there (ENOENT). */
        NOT_FOUND(2),
        /** There is not enough memory (ENOMEM). */
        NO_MEMORY(12),
        /** Bytes or a text are no map, or an argument makes no sense (EINVAL). */
        INVALID(22),
        /** The map is too large for what was asked (EFBIG). */
        TOO_LARGE(27),
        /** Mapping one input could take too long, or the result is too long (ERANGE). */
        OUT_OF_RANGE(34),
        /** The map holds something that the release does not understand (EOPNOTSUPP). */
        UNSUPPORTED(95),
        /** Anything else. */
        OTHER(0);

        private final int errno;

        Reason(int errno) {
            this.errno = errno;
        }

        private static Reason of(int errno) {
            for (Reason reason : values()) {
                if (reason.errno == errno) {
                    return reason;
                }
            }
            return OTHER;
        }
    }

    /** The kind of failure. */
    private final Reason reason;

    CrushException(int errno, String message) {
        this(Reason.of(errno), message);
    }

    private CrushException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /**
     * Returns the kind of failure; the message says what was wrong, with offset and field of a binary map, line and column of
     * a text.
     *
     * @return the kind
     */
    public Reason reason() {
        return reason;
    }

    /** This, of a file. */
    CrushException in(String file) {
        CrushException error = new CrushException(reason, file + ": " + getMessage());
        error.initCause(this);
        return error;
    }

    static CrushException notFound(String message) {
        return new CrushException(Reason.NOT_FOUND, message);
    }
}
